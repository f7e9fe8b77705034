import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const coursewareLogWords: LogWords = {
  coursewareId: '课件',
  transStatus: '转码状态',
  contributor: '贡献人',
  author: '作者',
  teacher: '主讲',
  assistTeacher: '助教',
  knowledgePoints: '知识点',
  isForBegun: '已开始的人使用新版本',
  usedIn: '用于',
  language: '语言',
  label: '字幕名称',
  cueCount: '字幕条数',
}
