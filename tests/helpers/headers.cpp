// The target that precompiles headers for all tests needs one source.
