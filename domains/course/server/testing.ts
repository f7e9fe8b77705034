export { type ArrangedCourse, arrangeCourse, type CourseWish, type TaskWish } from './course-arrange.ts'
export { type ArrangedMedia, arrangeLearner, arrangeMedia, type MediaWish } from './learner-arrange.ts'
