export const incidentsPath = (examId: string) => `/application/ote/examinationHall-incident?examId=${examId}`
export const incidentReportPath = (id: string) => `/application/ote/examinationHall-incidentReport?id=${id}`
