/** What a candidate is writing in an appeal, so that a reload loses none of it. */
import { z } from 'zod'

const draft = z.object({
  text: z.string(),
  files: z.array(z.object({ fileId: z.string(), name: z.string(), sizeBytes: z.number() })),
})
export type AppealDraft = z.output<typeof draft>

const nothing: AppealDraft = { text: '', files: [] }
const keyOf = (attemptId: string) => `kaopei.appeal.${attemptId}`

export function keptAppeal(attemptId: string): AppealDraft {
  try {
    const parsed = draft.safeParse(JSON.parse(sessionStorage.getItem(keyOf(attemptId)) ?? 'null'))
    return parsed.success ? parsed.data : nothing
  } catch {
    return nothing
  }
}

/** Where the browser keeps nothing, it lasts as long as the page. */
export function keepAppeal(
  attemptId: string,
  { text, files }: { text: string; files: readonly AppealDraft['files'][number][] },
): void {
  try {
    if (text === '' && files.length === 0) sessionStorage.removeItem(keyOf(attemptId))
    else sessionStorage.setItem(keyOf(attemptId), JSON.stringify({ text, files }))
  } catch {
    // nothing is kept
  }
}
