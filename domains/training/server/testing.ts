export { arrangeLoop, arrangeResults } from './loop/loop-arrange.ts'
export { type ArrangedProject, arrangeProject, type ProjectTaskWish, type ProjectWish } from './training-arrange.ts'
