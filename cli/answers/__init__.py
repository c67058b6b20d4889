"""The answers to acts, in sentences: one wording for the terminal, the pages and the prompt."""
