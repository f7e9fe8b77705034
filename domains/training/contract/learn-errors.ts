import { errors } from '@kaopei/contract'

/** What a learner is refused: 3250 to 3269. */
export const projectLearnErrors = errors('trainingLearn', {
  notMine: { code: 3250, text: '您不在这个培训项目的学员中，请联系项目管理员' },
  /** The text names the reasons; `data.reasons` are those of the lock. */
  locked: { code: 3251, text: '该任务尚未开放' },
  gone: { code: 3252, text: '任务已被移除，请返回培训项目查看' },
  ended: { code: 3253, text: '培训项目已结束，任务不能再进行，学习记录已保留' },
  notThisKind: { code: 3254, text: '该任务不能这样打开，请从培训项目进入' },
  tooSoon: { code: 3255, text: '阅读时间还不够，请继续阅读' },
  /** The text says why, in the words of what the task leads to. */
  refused: { code: 3256, text: '现在不能进入该任务，请联系项目管理员' },
})
