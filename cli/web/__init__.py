"""The web server: public pages, desk pages, sign-in and permissions."""
