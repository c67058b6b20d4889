"""What people read: pages, and paper."""
