export { arrangePost, arrangeSkills } from './skill-arrange.ts'
