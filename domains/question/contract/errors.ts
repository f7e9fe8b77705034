import { errors } from '@kaopei/contract'
import { programmingReason } from './question-type.ts'

export const bankErrors = errors('bank', {
  nameTaken: { code: 2200, text: '已有同名的题库，请换一个名称' },
  notEmpty: { code: 2201, text: '题库中还有试题，请先移走或删除试题' },
})

export const categoryErrors = errors('questionCategory', {
  nameTaken: { code: 2210, text: '同一级下已有同名的分类，请换一个名称' },
  notEmpty: { code: 2211, text: '分类下还有子分类或题库，请先移走' },
  intoItself: { code: 2212, text: '不能把分类移到它自己或它的下级之下' },
  tooDeep: { code: 2213, text: '分类最多五级' },
})

export const knowledgePointErrors = errors('knowledgePoint', {
  nameTaken: { code: 2220, text: '已有同名的知识点' },
})

export const questionErrors = errors('question', {
  idNumberTaken: { code: 2230, text: '题库中已有相同的题目标识，请换一个' },
  /** `data.duplicates`: the questions that say the same; sending `isDuplicateAllowed` saves anyway. */
  duplicate: { code: 2231, text: '已有内容相同的试题' },
  /** `data`: the answer of `removeImpact`; sending `isConfirmed` removes anyway. */
  inUse: { code: 2232, text: '试题已被考试使用，请确认后再删除' },
  typeFixed: { code: 2233, text: '题型保存后不能修改，请新建试题' },
  notReady: { code: 2234, text: '试题内容不完整，不能设为可用' },
  keyHidden: { code: 2671, text: '试题正被未结束的考试使用：请先填写原因查看答案，再修改或复制' },
  programmingOff: { code: 2235, text: `${programmingReason}，请改用其他题型` },
})

export const questionImportErrors = errors('questionImport', {
  /** `text` says why the file was refused and what to do. */
  unreadable: { code: 2240, text: '文件无法读取，请检查后重新上传' },
  wrongTemplate: { code: 2241, text: '无效的试题导入模板。' },
  mappingIncomplete: { code: 2242, text: '请先指定题干和正确答案所在的列' },
})
