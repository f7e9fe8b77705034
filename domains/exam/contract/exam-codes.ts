import { codes } from '@kaopei/contract'

/** 1 asks for every published exam; 4 to 6 follow from the clock and are computed, never stored. */
export const examStatus = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  published: { code: 1, label: '已发布', tone: 'info' },
  notStarted: { code: 4, label: '未开始', tone: 'info' },
  inProgress: { code: 5, label: '进行中', tone: 'active' },
  ended: { code: 6, label: '已结束', tone: 'success' },
  cancelled: { code: 7, label: '已取消', tone: 'warning' },
})

/** What an exam is for. Only those of their own are in lists, reports and quotas of exams (`exam.listed`). */
export const examPurpose = codes({
  own: { code: 0, label: '考试' },
  post: { code: 1, label: '岗位测评' },
})

/** Where an exam comes from. */
export const examSource = codes({
  own: { code: 1, label: '自建' },
  purchased: { code: 2, label: '外采' },
})

/** What an exam of the company's own stands in: a course, a training project, or neither. */
export const examStandsIn = codes({
  nothing: { code: 3, label: '考试' },
  course: { code: 4, label: '课程' },
  project: { code: 5, label: '项目' },
})

/** A candidate's standing in an exam. 缺考 is derived from the clock, never stored. */
export const resultState = codes({
  notStarted: { code: 0, label: '未开始', tone: 'neutral' },
  inProgress: { code: 1, label: '答题中', tone: 'active' },
  scoring: { code: 2, label: '判分中', tone: 'info' },
  marking: { code: 3, label: '待阅卷', tone: 'warning' },
  finished: { code: 4, label: '已完成', tone: 'success' },
  absent: { code: 5, label: '缺考', tone: 'danger' },
  voided: { code: 6, label: '已作废', tone: 'danger' },
})
