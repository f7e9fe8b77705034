export { answerAll, openAppointment, publishedScale, shortDefinition } from './evaluation-arrange.ts'
