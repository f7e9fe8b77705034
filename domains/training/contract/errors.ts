import { errors } from '@kaopei/contract'

export const projectCategoryErrors = errors('trainingCategory', {
  nameTaken: { code: 3200, text: '已有同名的分类，请换一个名称' },
  notEmpty: { code: 3201, text: '分类下还有培训项目，请先移到其他分类' },
  tooMany: { code: 3202, text: '培训项目的分类最多 100 个，请先删除或合并不用的分类' },
})

export const projectErrors = errors('trainingProject', {
  /** The text says what the state is and what can be done instead. */
  wrongState: { code: 3205, text: '项目当前的状态不能执行此操作' },
  /** The text names each; `data.faults` has them apart. */
  notReady: { code: 3206, text: '项目还不能上架' },
  notDraft: { code: 3207, text: '项目已上架过，不能删除；不再需要时请结束并归档' },
  fixed: { code: 3208, text: '项目已结束，不能再修改' },
  timesInverted: { code: 3209, text: '结束时间必须晚于开始时间' },
  pictureRefused: { code: 3214, text: '图片不能使用，请重新上传' },
  /** The text names the task and the right that is missing. */
  copyRefused: { code: 3215, text: '项目中有您不能添加的任务，请联系有权限的同事复制' },
})

export const projectOutlineErrors = errors('trainingOutline', {
  /** The text names the task and says why. */
  targetRefused: { code: 3210, text: '任务的内容不能使用，请重新选择' },
  /** The text names the tasks that wait for each other. */
  lockCircle: { code: 3211, text: '解锁条件互相等待，请调整' },
  tooLarge: { code: 3212, text: '一个项目最多 50 个阶段、200 个任务' },
  /** The text says what is there. */
  stageNotEmpty: { code: 3213, text: '阶段下还有任务，请先移动或删除任务' },
  windowInverted: { code: 3216, text: '阶段的结束必须晚于开始' },
  /** The text says which. */
  unknownTask: { code: 3218, text: '有阶段或任务已不在项目中，请刷新后重试' },
  /** Asked again with `forCompleted`. */
  completedAsked: { code: 3217, text: '已有学员完成项目，请选择已完成者保持完成，还是需补学新增的必修内容' },
})

export const projectNoticeErrors = errors('trainingNotice', {
  nobody: { code: 3220, text: '没有可以通知的学员：所选学员已移出、已停用或没有联系方式' },
  noChannel: {
    code: 3221,
    text: '通知发不出去：尚未接入邮件服务，也没有可用的短信模板，或该消息已停用。请在消息模板中启用，或联系运维人员设置',
  },
  rulesForAll: { code: 3222, text: '自动提醒对项目的全部学员生效，请由数据范围为全部的管理员设置' },
})

export const projectStaffErrors = errors('trainingStaff', {
  /** The text says what the state is. */
  notOpen: { code: 3230, text: '项目已下架或已结束，不能添加学员' },
  ended: { code: 3231, text: '项目已结束，学员和任务状态不能再修改' },
  /** The text names them. */
  heldByGroup: { code: 3232, text: '由实时部门或用户组加入的学员不能单独移出' },
  groupRefused: { code: 3233, text: '有部门或用户组不存在、已删除或不在您的管理范围内' },
  groupOutOfScope: { code: 3234, text: '其中有学员不在您的管理范围内，请联系管理员操作' },
  noTask: { code: 3235, text: '项目中没有该任务，请刷新后重试' },
  forEverybody: { code: 3236, text: '该任务面向全部学员，不需要指定' },
  fileMissing: { code: 3237, text: '请先上传文件' },
  invalidTemplate: { code: 3238, text: '文件不是学员导入模板，请下载模板填写后再上传' },
  unreadableFile: { code: 3239, text: '文件无法读取，请检查后重新上传' },
  tooManyPeople: { code: 3240, text: '一次最多导入 20000 人，请拆分成几个文件后再上传' },
  noPeople: { code: 3241, text: '文件中没有学员，请填写后再上传' },
})

export const projectProgressErrors = errors('trainingProgress', {
  nothingToExport: { code: 3245, text: '没有符合条件的学员，请调整筛选条件' },
})

export const loopErrors = errors('trainingLoop', {
  /** The text says what is missing: it is not over, or nothing has come out. */
  examNotOver: { code: 3290, text: '考试还没有结束或没有公布的成绩，请稍后再生成' },
  nobody: { code: 3291, text: '没有符合条件的人员，请调整条件' },
  /** The text names what falls short. */
  paperShort: { code: 3292, text: '题库中的试题不足以组成平行卷，请减少知识点、补充试题，或先不安排检验考试' },
  /** The text says of what. */
  notAllowed: { code: 3293, text: '您没有相应的权限，请联系管理员' },
  notLoop: { code: 3294, text: '该项目不是从考试生成的，没有培训效果可看' },
  nothingChosen: { code: 3295, text: '请至少选择一门课程、练习或检验考试' },
  /** The text says why the proposal no longer holds. */
  outdated: { code: 3296, text: '题库或课程已变化，请重新查看方案后再生成' },
  examRefused: { code: 3297, text: '请选择另一场考试作为检验考试' },
})
