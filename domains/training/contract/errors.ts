import { errors } from '@kaopei/contract'

export const projectCategoryErrors = errors('trainingCategory', {
  nameTaken: { code: 3200, text: '已有同名的分类，请换一个名称' },
  notEmpty: { code: 3201, text: '分类下还有培训项目，请先移到其他分类' },
})

export const projectErrors = errors('trainingProject', {
  /** The text says what the state is and what can be done instead. */
  wrongState: { code: 3205, text: '项目当前的状态不能执行此操作' },
  /** The text names each; `data.faults` has them apart. */
  notReady: { code: 3206, text: '项目还不能上架' },
  notDraft: { code: 3207, text: '项目已上架过，不能删除；不再需要时请结束并归档' },
  fixed: { code: 3208, text: '项目已结束，不能再修改' },
  timesInverted: { code: 3209, text: '结束时间必须晚于开始时间' },
})

export const projectOutlineErrors = errors('trainingOutline', {
  /** The text names the task and says why. */
  targetRefused: { code: 3210, text: '任务的内容不能使用，请重新选择' },
  /** The text names the tasks that wait for each other. */
  lockCircle: { code: 3211, text: '解锁条件互相等待，请调整' },
  tooLarge: { code: 3212, text: '一个项目最多 50 个阶段、200 个任务' },
  /** The text says what is there. */
  stageNotEmpty: { code: 3213, text: '阶段下还有任务，请先移动或删除任务' },
})
