/** Addresses of the room's screens. */
export const listPath = '/application/ote/questionnaire'

type DetailTab = 'questions' | 'settings' | 'people'

export function detailPath(id: string, tab?: DetailTab): string {
  return `/application/ote/questionnaireDetail?id=${id}${tab ? `&tab=${tab}` : ''}`
}

export function resultsPath(id: string): string {
  return `/application/ote/questionnaireDataDetail?id=${id}`
}
