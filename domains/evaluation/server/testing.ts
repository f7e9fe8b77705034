/** Scales and appointments to arrange, for the tests of this room and of rooms above. */
export { answerAll, openAppointment, publishedScale } from './evaluation-arrange.ts'
