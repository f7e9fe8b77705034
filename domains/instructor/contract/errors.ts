import { errors } from '@kaopei/contract'

export const teacherErrors = errors('teacher', {
  /** The text says who is there already, and by what. */
  repeated: { code: 3700, text: '已有这位讲师，请勿重复添加' },
  staffMissing: { code: 3701, text: '所选员工不存在、已离职或不在您的数据范围内，请重新选择' },
  nameMissing: { code: 3702, text: '外部讲师需要填写姓名' },
  departmentMissing: { code: 3703, text: '归口部门不存在或不在您的数据范围内，请重新选择' },
  categoryMissing: { code: 3704, text: '讲师分类不存在，请刷新后重新选择' },
  tagMissing: { code: 3705, text: '有标签已被删除，请刷新后重新选择' },
  raisedByForm: { code: 3706, text: '讲师级别只能通过晋级审批提升，请在讲师详情中发起晋级' },
  /** The text says what would be lost. */
  inUse: { code: 3707, text: '讲师还有未完成的安排，确认后才能删除' },
  nothingToExport: { code: 3708, text: '没有可导出的讲师，请调整筛选条件' },
  keeperMissing: { code: 3709, text: '负责人不存在或已离职，请重新选择' },
  phoneRefused: { code: 3710, text: '请输入正确的手机号' },
  /** The text names them in a batch. */
  ownLevel: { code: 3711, text: '不能把自己添加为高于预备级的讲师：请选择预备讲师，再由他人审批晋级' },
})

export const teacherFileErrors = errors('teacherFile', {
  uploadMissing: { code: 3715, text: '文件不存在或不是您上传的，请重新上传' },
  datesInverted: { code: 3716, text: '有效期的结束不能早于开始' },
})

export const teacherCategoryErrors = errors('teacherCategory', {
  nameTaken: { code: 3720, text: '同级下已有同名的分类，请换一个名称' },
  tooDeep: { code: 3721, text: '讲师分类最多 3 级' },
  intoItself: { code: 3722, text: '不能移到自己或自己的下级' },
  /** The text says what is in it. */
  notEmpty: { code: 3723, text: '分类下还有内容，请先移走' },
  tagTaken: { code: 3724, text: '已有同名的标签，请换一个名称' },
  tagTooMany: { code: 3725, text: '讲师标签最多 500 个，请先删除不用的标签' },
  /** The text says how many others have it. */
  tagOfOthers: { code: 3726, text: '其他讲师也在使用这个标签，请到讲师配置中删除' },
  tooMany: { code: 3727, text: '讲师分类最多 500 个' },
})

export const cooperationErrors = errors('teacherCooperation', {
  overlapping: { code: 3730, text: '与这位讲师的另一段合作期重叠，请调整起止日期' },
  datesInverted: { code: 3731, text: '合作结束日期不能早于开始日期' },
  rateOutside: { code: 3732, text: '课酬的生效日期应在合作期内' },
  rateTwice: { code: 3733, text: '同一天只能有一个课酬标准' },
})

export const scheduleErrors = errors('teacherSchedule', {
  /** The text names what it meets. */
  overlapping: { code: 3740, text: '该时段讲师已有其他安排，请换一个时间' },
  unavailable: { code: 3741, text: '讲师在该时段不可授课，请换一个时间' },
  timesInverted: { code: 3742, text: '结束时间必须晚于开始时间' },
  tooLong: { code: 3743, text: '一次授课最长 24 小时' },
  weekOverlapping: { code: 3744, text: '同一天的可授课时段不能重叠' },
  disabled: { code: 3745, text: '讲师已停用，不能预约' },
  ofAnother: { code: 3746, text: '这次授课由培训项目安排，请在对应的线下课中修改' },
  /** The text says what the state is. */
  wrongState: { code: 3747, text: '这次授课当前的状态不能执行此操作' },
  notYet: { code: 3748, text: '授课还没有开始，不能登记' },
  left: { code: 3750, text: '讲师已离职，不能预约，请选择其他讲师' },
  rangeTooLong: { code: 3749, text: '一段时间最长 366 天' },
})

export const hoursErrors = errors('teacherHours', {
  own: { code: 3755, text: '不能确认、更正或结算自己的课时，请由其他人办理' },
  wrongStage: { code: 3756, text: '所选课时当前的状态不能执行此操作，请刷新后重试' },
  notLast: { code: 3757, text: '只能更正最新一步的课时，请刷新后重试' },
  /** The text names the days. */
  noRate: { code: 3758, text: '当日没有课酬标准，请先补充合作与课酬' },
  nothing: { code: 3759, text: '没有可结算的课时' },
  nothingToExport: { code: 3760, text: '没有符合条件的课时，请调整月份或讲师' },
  sameMinutes: { code: 3761, text: '更正后的分钟数与原来相同' },
})

export const promotionErrors = errors('teacherPromotion', {
  highest: { code: 3765, text: '已是高级讲师，没有更高的级别' },
  waits: { code: 3766, text: '这位讲师已有待审批的晋级申请' },
  reasonNeeded: { code: 3767, text: '有条件没有达到，请填写破格晋级的理由' },
  byAnother: { code: 3768, text: '晋级申请须由申请人和讲师本人以外的人审批' },
  decided: { code: 3769, text: '申请已处理，请刷新后查看' },
  notOwn: { code: 3770, text: '只能撤回自己提出的申请' },
  levelChanged: { code: 3771, text: '讲师的级别已变化，请退回后重新申请' },
})
