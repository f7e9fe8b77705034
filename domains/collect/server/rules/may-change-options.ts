/** Options there are keep their place and their words; new ones come behind. */
export function keepsOptions(before: readonly string[], after: readonly string[]): boolean {
  return before.every((option, index) => after[index] === option)
}
