export { type ArrangedProject, arrangeProject, type ProjectTaskWish, type ProjectWish } from './training-arrange.ts'
