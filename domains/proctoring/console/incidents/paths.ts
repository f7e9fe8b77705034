/** `review`: whoever came from 防作弊审核 goes back there; an exam that is over has no hall. */
export type IncidentsFrom = 'review' | null
const suffix = (from: IncidentsFrom) => (from === null ? '' : `&from=${from}`)
export const incidentsPath = (examId: string, from: IncidentsFrom = null) =>
  `/application/ote/examinationHall-incident?examId=${examId}${suffix(from)}`
export const incidentReportPath = (id: string, from: IncidentsFrom = null) =>
  `/application/ote/examinationHall-incidentReport?id=${id}${suffix(from)}`
export const readFrom = (params: URLSearchParams): IncidentsFrom => (params.get('from') === 'review' ? 'review' : null)
