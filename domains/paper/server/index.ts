import { letPapersPin } from '@kaopei/question/server'
import { isPinned } from './paper.sql.ts'

export { checkDrawRules } from './draw-check.service.ts'
export { examplePaper } from './example.service.ts'
export { layOutPaper, optionOrderOf, type PaperItem } from './lay-out.ts'
export { mergedEntries, readPaper, writePaper } from './paper.service.ts'
export { copyParts, insertPaper, questionCount } from './paper.sql.ts'
export { type BlueprintItem, type ParallelPaper, parallelPaper } from './parallel-paper.ts'
export { type JudgedPaper, judgePaper, pinPaper } from './pin.service.ts'
export { seededRandom } from './rules/seeded-random.ts'

letPapersPin(isPinned)
