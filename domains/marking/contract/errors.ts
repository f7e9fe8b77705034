import { errors } from '@kaopei/contract'

export const markingErrors = errors('marking', {
  locked: { code: 2400, text: '该答卷正由其他阅卷人批阅，请稍后再试' },
  doneByOther: { code: 2401, text: '该答卷已由其他阅卷人评分，需退回重阅后才能修改' },
  ownPaper: { code: 2382, text: '这是您本人的答卷，不能由您查看或批阅，请由其他阅卷人处理' },
  attemptClosed: { code: 2402, text: '该答卷不在阅卷中，不能评分' },
  scoreTooHigh: { code: 2403, text: '得分不能超过本题满分' },
  pointsDoNotAddUp: { code: 2404, text: '得分应等于各得分点之和' },
  unknownPoint: { code: 2405, text: '得分点不存在或不能改动，请刷新后重试' },
  notDone: { code: 2406, text: '该答卷尚未评分，无需退回' },
  notAnonymous: { code: 2407, text: '本场考试没有开启匿名阅卷' },
  unansweredIsZero: { code: 2409, text: '未作答的题目只能判 0 分' },
  countChanged: { code: 2408, text: '未作答的答卷数量已变化，请核对后再确认' },
  /** The text says why. */
  linkRefused: { code: 2763, text: '本场考试暂不能通过此链接阅卷，请联系考试组织者' },
  pinWrong: { code: 2764, text: '验证码不正确或已失效，请核对后重试，或重新获取' },
  devicesFull: { code: 2765, text: '此链接可用的设备数已满，请在用过的设备上打开，或联系考试组织者重新发送链接' },
})
