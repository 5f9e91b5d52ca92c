"""Beyond the gradient: Jacobians, Hessians, directions, Taylor series and derivatives as formulas."""
