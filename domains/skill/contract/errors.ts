import { errors } from '@kaopei/contract'

export const skillErrors = errors('skill', {
  nameTaken: { code: 3520, text: '同一上级下已有同名的技能，请换一个名称' },
  codeTaken: { code: 3521, text: '技能编码已被使用，请换一个编码' },
  intoItself: { code: 3522, text: '不能移到自己或自己的下级中' },
  tooDeep: { code: 3523, text: '技能树最多 6 级，请移到更靠上的位置' },
  /** The text says what names it. */
  inUse: { code: 3524, text: '技能已被使用，不能删除；不再需要时请停用' },
  notEmpty: { code: 3525, text: '分类下还有技能，请先移走或删除下级' },
  tooMany: { code: 3526, text: '技能最多 2000 个，请先删除不用的技能' },
  /** The text names the first. */
  notUsable: { code: 3527, text: '所选技能是分类或已停用，请重新选择' },
  /** A skill that something names stays one. */
  groupNeeded: { code: 3528, text: '技能已有证据、岗位要求、课程或下级，不能在技能与分类之间转换' },
})

export const skillImportErrors = errors('skillImport', {
  fileMissing: { code: 3530, text: '文件不存在或已过期，请重新上传' },
  invalidTemplate: { code: 3531, text: '无效的技能导入文件，请使用系统模板，或 Moodle 能力框架导出的 CSV' },
  unreadableFile: { code: 3532, text: '文件无法读取，请检查后重新上传' },
  tooMany: { code: 3533, text: '一次最多导入 2000 个技能，请拆分文件' },
  empty: { code: 3534, text: '文件中没有技能，请填写后再导入' },
})

export const postModelErrors = errors('postModel', {
  postMissing: { code: 3540, text: '岗位不存在或已删除，请刷新后重试' },
  repeated: { code: 3541, text: '同一个技能只能要求一次，请删除重复的行' },
  unchanged: { code: 3542, text: '与当前版本相同，无需保存' },
  noModel: { code: 3543, text: '请选择有模型的岗位；岗位还没有模型时，请先在“技能与岗位”中维护' },
  tooManyPeople: { code: 3544, text: '所选范围超过 20000 人，请选择部门或岗位后再查询' },
})

export const linkErrors = errors('skillLink', {
  /** The text says which. */
  targetMissing: { code: 3546, text: '课程、项目或知识点不存在，请刷新后重试' },
})

export const evidenceErrors = errors('skillEvidence', {
  outOfScope: { code: 3550, text: '该员工不在您的数据范围内' },
  ownVerdict: { code: 3551, text: '不能评定自己的技能，请由上级评定' },
  notVerdict: { code: 3552, text: '只能撤回上级评定；其他证据由其来源决定' },
  alreadyContested: { code: 3553, text: '您已对该技能提出异议，请等待处理结果' },
  answered: { code: 3554, text: '异议已处理，请刷新' },
})

export const planErrors = errors('skillPlan', {
  noGaps: { code: 3560, text: '所选人员没有可以由课程弥补的差距' },
  nobody: { code: 3561, text: '没有符合条件的人员，请调整范围' },
  notAllowed: { code: 3562, text: '生成培训项目还需要培训项目的“新建项目”权限，请联系管理员' },
  tooMany: { code: 3564, text: '一次最多为 2000 人生成培训项目，请选择更小的部门或指定人员' },
  noExam: { code: 3563, text: '没有可作基准的考试，无法生成平行检验' },
})
