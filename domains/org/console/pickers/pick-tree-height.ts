/** A tree draws only what is on the screen and must know how much that is. */
export const pickTreeHeight = (): number => Math.max(240, window.innerHeight - 280)
