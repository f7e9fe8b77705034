import { errors } from '@kaopei/contract'

export const sittingErrors = errors('sitting', {
  /** The text is replaced by the reason; `data.refusal` names it. */
  mayNotEnter: { code: 2350, text: '现在不能进入考试' },
  /** `data.leaseEpoch` is the lease that counts. */
  replaced: { code: 2353, text: '本场考试已在其他窗口或设备上继续作答' },
  closed: { code: 2354, text: '试卷已提交，不能再修改答案' },
  late: { code: 2355, text: '答题时间已结束，迟到的答案已留存备查，不计入答卷' },
  paused: { code: 2356, text: '考试已被监考人员暂停，请等待恢复' },
  tooEarly: { code: 2357, text: '还不能交卷' },
  /** `data` of this and the next two: `submitRefusal`. */
  unreceived: { code: 2358, text: '还有答案未送达服务器' },
  unanswered: { code: 2359, text: '本场考试须答完全部试题才能交卷' },
  /** `data`: `submitRefusal`, with the times that count. The client's clock was ahead: the candidate goes on. */
  timeLeft: { code: 2380, text: '考试时间还未结束，请继续作答' },
  /** The same, where the client counts more absences than the server. */
  withinLimit: { code: 2381, text: '离开考试窗口的次数未超过限制，请继续作答' },
  /** Of a call for an invigilator. */
  calledTooOften: { code: 2384, text: '呼叫过于频繁，请稍候再试' },
  /** `data.ownerId`: for whom the browser may still show its keys. */
  notSafe: { code: 2386, text: '本场考试须在 Safe Exam Browser（考试专用浏览器）中作答，请用组织者提供的配置打开后再进入' },
  noBreak: { code: 2387, text: '没有可用的休息次数或时长，如有需要请呼叫监考人员' },
  noPaper: { code: 2360, text: '试卷生成失败，请联系监考人员' },
})
