/**
 * How Node runs a part. V8 lets the nursery of new objects grow to 48 MB before it cleans up, which long exports use up to the last; a smaller
 * one costs nothing that could be measured, and keeps their memory down.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=4']
