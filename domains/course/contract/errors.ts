import { errors } from '@kaopei/contract'

export const courseCategoryErrors = errors('courseCategory', {
  nameTaken: { code: 3000, text: '同一级下已有同名的分类，请换一个名称' },
  notEmpty: { code: 3001, text: '分类下还有子分类或课程，请先选择移到哪里' },
  intoItself: { code: 3002, text: '不能把分类移到它自己或它的下级之下' },
  tooDeep: { code: 3003, text: '分类最多五级' },
})

export const courseErrors = errors('course', {
  /** The text names each; `data.faults` has them apart. */
  notReady: { code: 3010, text: '课程还不能上架' },
  notDraft: { code: 3011, text: '课程已上架过，不能执行此操作' },
  notShelved: { code: 3012, text: '课程没有上架，不能执行此操作' },
  /** `data.learnerCount`: who learns it. */
  inUse: { code: 3013, text: '已有学员开始学习，课程不能删除，请改为下架' },
  boughtFixed: { code: 3014, text: '外采课程的内容由平台提供，不能修改或复制' },
  /** The text names the task and says why. */
  targetRefused: { code: 3015, text: '任务的内容不能使用，请重新选择' },
  /** The text names the tasks that wait for each other. */
  lockCircle: { code: 3016, text: '解锁条件互相等待，请调整' },
  noChange: { code: 3017, text: '课程没有待发布的修改' },
  shelvedAlready: { code: 3018, text: '课程已上架；修改后请使用“发布修改”' },
  pictureRefused: { code: 3019, text: '图片不能使用，请重新上传' },
  /** The text says which. */
  unknownTask: { code: 3021, text: '有章节或任务已不在课程中，请刷新后重试' },
  tooLarge: { code: 3020, text: '一门课程最多 100 章、1000 个任务' },
})

export const courseStaffErrors = errors('courseStaff', {
  notOpen: { code: 3025, text: '课程没有开放报名' },
  placesFull: { code: 3026, text: '名额已满，暂时不能报名' },
  notAsked: { code: 3027, text: '没有待审核的报名' },
  groupRefused: { code: 3028, text: '有部门或用户组不存在、已删除或不在您的管理范围内' },
  groupOutOfScope: { code: 3029, text: '其中有学员不在您的管理范围内，请联系管理员操作' },
  /** The text names them. */
  heldByGroup: { code: 3030, text: '由实时部门或用户组加入的学员不能单独移出' },
  /** The text says how many are missing; nobody was assigned. */
  seatsMissing: { code: 3031, text: '课程的剩余账号数不足' },
  licenceOver: { code: 3032, text: '课程的使用期已结束，不能再添加学员' },
  liveSeats: { code: 3033, text: '外采课程不能实时跟随部门或用户组，请改为快照方式' },
  joinRefused: { code: 3034, text: '您的报名未通过，请联系课程管理员' },
  takenOut: { code: 3035, text: '您已被移出这门课程，请联系课程管理员' },
  notEligible: { code: 3036, text: '您的账号已停用或已移除，没有报名成功，请联系管理员恢复后重试' },
})

export const licenceErrors = errors('courseLicence', {
  /** The text says how many are used or reserved. */
  belowUse: { code: 3040, text: '账号数不能少于已使用和已分配的数量' },
  notOffered: { code: 3041, text: '只能提供已上架的自建课程' },
  withExam: { code: 3042, text: '只有由课件、图文和链接组成的课程能提供给其他企业，请先移除其他任务' },
  already: { code: 3043, text: '该企业已购买这门课程，请修改原有的授权' },
  companyRefused: { code: 3044, text: '企业不存在，或是平台自己' },
  timesInverted: { code: 3045, text: '到期时间必须晚于生效时间' },
})
