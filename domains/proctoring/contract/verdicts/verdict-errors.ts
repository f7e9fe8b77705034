import { errors } from '@kaopei/contract'

export const verdictErrors = errors('verdict', {
  wrongState: { code: 3440, text: '该答卷的裁定状态已变化，不能执行此操作，请刷新后重试' },
  ownCase: { code: 3441, text: '不能查看或处理自己答卷的裁定，请由其他人处理；已告知您的结果见“我的考试”' },
  samePerson: { code: 3442, text: '对考生不利的裁定需由另一人确认，申诉需由第三人裁决，请换人处理' },
  notProposer: { code: 3443, text: '只有提出人可以撤回，其他人请选择不同意' },
  appealOver: { code: 3444, text: '申诉期限已过，不能再申诉' },
  suspicionAlone: { code: 3445, text: '可疑提示只是线索，不能单独作为裁定依据，请补充标记的画面、切屏记录或监考人员陈述' },
  evidenceMissing: { code: 3446, text: '所选依据在该答卷中不存在，请核对后重新选择' },
  noEvidence: { code: 3452, text: '请选择裁定依据' },
  witnessUnwritten: { code: 3453, text: '选择“监考人员陈述”作为依据时，请在内部说明中写明陈述内容（不少于 10 字）' },
  notClosed: { code: 3447, text: '考生尚未交卷，交卷后才能裁定' },
  mayNotVoid: { code: 3448, text: '答卷当前不能作废或恢复' },
  policyMoved: { code: 3449, text: '裁定规则已被他人修改，请刷新后重试' },
  fileMissing: { code: 3451, text: '申诉材料不存在或未上传完成，请重新上传后提交' },
  anomalyGone: { code: 3450, text: '该异常已被处理，或又有新的发现，请刷新后重试' },
})
