import { rememberWayBack } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { projectLearn } from '../contract/learn.ts'

/** Where what a task leads to has its page. */
const placeOf: Readonly<Record<string, (id: string) => string>> = {
  course: (id) => `/learn/${id}`,
  exam: (id) => `/exam/${id}`,
  practice: (id) => `/practice/${id}`,
  questionnaire: (id) => `/questionnaire/${id}`,
}

/** Into a task: of a kind with pages of its own the server lets in first, and from there a button leads back; others have a page here. */
export async function openTask(
  go: (path: string) => void,
  projectId: string,
  { id, kind }: { readonly id: string; readonly kind: string },
): Promise<void> {
  const place = placeOf[kind]
  if (!place) return go(`/training/${projectId}/${id}`)
  const { targetId } = await call(projectLearn.open, { project: projectId, task: id })
  rememberWayBack(`/training/${projectId}`)
  go(place(targetId))
}
