export { askForConversion, cancelConversion } from './ask.ts'
export { conversionSweeps, convertJob } from './convert.job.ts'
export { coursewareFailed, coursewareReady } from './news.ts'
