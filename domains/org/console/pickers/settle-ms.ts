/** Searches follow typing without a call for each key. */
export const settleMs = 80
