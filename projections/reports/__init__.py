"""What people read: pages and paper, made of what a tournament means and of nothing else."""
