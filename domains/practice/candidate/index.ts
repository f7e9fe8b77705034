/** What other rooms show of practising on their pages for learners. */
export { TodayPractice } from './today-practice.tsx'
