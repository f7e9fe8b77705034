import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const certificateLogWords: LogWords = {
  numberPattern: '编号规则',
  validityMonths: '有效期（月）',
  renewBeforeDays: '到期前可换发（天）',
  remindDays: '到期前提醒（天）',
  minScoreHundredths: '最低成绩',
  isRenewal: '续期',
  issuedCount: '出具数量',
  heldCount: '已持有人数',
  refusedCount: '无法签发人数',
  photolessCount: '没有照片人数',
  isWithoutPhoto: '不带照片',
  character: '字',
  isRevoked: '撤销证书',
  templateId: '证书模板',
  issuedFrom: '签发日期起',
  issuedTo: '签发日期止',
  ruleId: '签发规则',
  missingPhoto: '没有照片的人员',
  atLeast: '不低于',
  minScore: '成绩不低于',
  by: '依据',
  dimension: '维度',
  bands: '档次',
}
