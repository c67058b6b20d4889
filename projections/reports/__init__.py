"""What is shown: pages as strings, made of what a tournament means and of nothing else."""
