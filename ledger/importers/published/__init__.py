"""Events as others have published them: results and standings in their own forms."""
