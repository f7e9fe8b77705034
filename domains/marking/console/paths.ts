/** Addresses of the marking screens. */
export type MarkingMode = 'question' | 'paper'

export interface MarkingPlace {
  readonly examId: string
  readonly mode: MarkingMode
  readonly questionId?: string | undefined
  readonly attemptId?: string | undefined
}

export function markingPath(place: MarkingPlace): string {
  return `/application/ote/testMarkingOne?${queryOf(place)}`
}

export function queryOf({ examId, mode, questionId, attemptId }: MarkingPlace): URLSearchParams {
  const query = new URLSearchParams({ examId, mode })
  if (questionId !== undefined) query.set('questionId', questionId)
  if (attemptId !== undefined) query.set('attemptId', attemptId)
  return query
}

export function readPlace(query: URLSearchParams): MarkingPlace {
  return {
    examId: query.get('examId') ?? '',
    mode: query.get('mode') === 'paper' ? 'paper' : 'question',
    questionId: query.get('questionId') ?? undefined,
    attemptId: query.get('attemptId') ?? undefined,
  }
}

export function detailsPath(attemptId: string): string {
  return `/testMarkingDetails?attemptId=${attemptId}`
}

/** Another way of working, question or paper of the same exam; what is not named is forgotten. */
export function movedPlace(before: MarkingPlace, next: Partial<MarkingPlace>): MarkingPlace {
  return { ...before, questionId: undefined, attemptId: undefined, ...next }
}
