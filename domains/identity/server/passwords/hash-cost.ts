/** argon2id, 19 MiB, two passes, one lane: the library's default, spelled out because stored hashes depend on it. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
