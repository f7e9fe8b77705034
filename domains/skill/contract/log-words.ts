import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const skillLogWords: LogWords = {
  isGroup: '仅作分类',
  isRetired: '已停用',
  levels: '级别',
  behaviour: '行为表现',
  skills: '技能',
  skill: '技能',
  skillId: '技能',
  requiredLevel: '要求级别',
  weight: '权重',
  isKey: '关键技能',
  level: '级别',
  note: '说明',
  number: '版本',
  hours: '学时',
  isAgreed: '认可异议',
  handlingNote: '处理说明',
  courseIds: '课程',
  isDirect: '只看本部门',
  who: '人员',
  pointId: '知识点',
}
