"""What programs may read over the network: the shapes of the answers, and what makes them."""
