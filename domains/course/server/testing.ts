export { type ArrangedCourse, arrangeCourse, type CourseWish, type TaskWish } from './course-arrange.ts'
