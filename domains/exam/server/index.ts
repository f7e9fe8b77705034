export { examModule } from './exam.module.ts'
export { attemptScored } from './scoring.events.ts'
export { finishMarking, type ManualScore, recordManualScore } from './scoring.service.ts'
export { sittingModule } from './sitting.module.ts'
