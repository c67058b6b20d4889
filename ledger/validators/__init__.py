"""The rules of what may be written, one module for each subject; `in_force` lists them all."""
