/** What happened in a sitting, in words: for the timeline of an attempt and the count of 异常人数. */

/** Reported by the client, or seen by the server, that an organiser wants to look at. */
export const abnormalEventTypes = ['leave', 'fullscreenExit', 'copy', 'paste', 'gap', 'captureLost', 'captureGap'] as const

const labels: Readonly<Record<string, string>> = {
  start: '开始考试',
  resume: '恢复考试',
  pause: '暂停考试',
  beginSubmit: '发起交卷',
  confirmSubmit: '交卷',
  graceSave: '截止后收到答案',
  unsent: '交卷时有答案未送达',
  timeOut: '到时自动交卷',
  force: '强制交卷',
  abandon: '未作答结束',
  reopen: '重新开放',
  giveBack: '因监考事件重新开放',
  moved: '更换座位',
  score: '客观题判分',
  beginMarking: '开始阅卷',
  finishMarking: '阅卷完成',
  reopenMarking: '重新阅卷',
  publish: '成绩发布',
  withdraw: '撤回成绩',
  void: '作废',
  restore: '恢复有效',
  dueChanged: '截止时间调整',
  leave: '离开答题页面',
  fullscreenExit: '退出全屏',
  copy: '尝试复制',
  paste: '尝试粘贴',
  netDown: '网络断开',
  netUp: '网络恢复',
  deviceCheck: '设备检查',
  deviceChange: '更换设备继续作答',
  addressChange: '网络地址变化',
  heartbeatGap: '失去联系',
  pickFile: '选择或拍摄图片',
  reload: '页面重新加载',
  gap: '监控数据缺失',
  cut: '记录过于频繁，部分未留存',
  told: '监考人员发送消息',
  acknowledged: '考生已确认消息',
  helpCall: '呼叫监考',
  helpCallEnded: '呼叫监考结束',
  pieceChanged: '采集数据被改动',
  captureLost: '监考采集中断',
  captureBack: '监考采集恢复',
  captureGap: '监考记录缺失',
  captureExcused: '监考记录缺失（系统原因，不计异常）',
}

export function examEventLabel(type: string): string {
  return labels[type] ?? type
}

export function isAbnormalEvent(type: string): boolean {
  return abnormalEventTypes.some((one) => one === type)
}

/** How a paper was handed in. */
export const submitCauseLabels: Readonly<Record<string, string>> = {
  manual: '主动交卷',
  timeUp: '到时交卷',
  timeout: '系统自动交卷',
  limit: '切屏超限交卷',
  force: '强制交卷',
}
