import { codes } from '@kaopei/contract'

/** What is tried on a device, each with one word for people. */
export const trialItem = codes({
  network: { code: 1, label: '网络连接' },
  clock: { code: 2, label: '设备时间' },
  storage: { code: 3, label: '本机存储' },
  fullScreen: { code: 4, label: '全屏' },
  window: { code: 5, label: '屏幕' },
  browser: { code: 6, label: '浏览器' },
  camera: { code: 7, label: '摄像头' },
  screen: { code: 8, label: '屏幕共享' },
  upload: { code: 9, label: '上传速度' },
  space: { code: 10, label: '本机空间' },
  second: { code: 11, label: '手机机位' },
  safeBrowser: { code: 12, label: '专用浏览器' },
})

/** How a candidate stands before an exam: the best of their devices. */
export const trialStanding = codes({
  passed: { code: 1, label: '已通过', tone: 'success' },
  remarks: { code: 2, label: '通过（有提醒）', tone: 'info' },
  failed: { code: 3, label: '未通过', tone: 'danger' },
  outdated: { code: 4, label: '已过期', tone: 'warning' },
  none: { code: 5, label: '未测试', tone: 'neutral' },
})

export const runState = codes({
  waiting: { code: 1, label: '等待开始', tone: 'info' },
  running: { code: 2, label: '进行中', tone: 'active' },
  done: { code: 3, label: '已完成', tone: 'success' },
  stopped: { code: 4, label: '已停止', tone: 'warning' },
  failed: { code: 5, label: '未完成', tone: 'danger' },
})

/** How virtual candidates come in. */
export const startPattern = codes({
  oneMinute: { code: 1, label: '一分钟内全部进入' },
  tenSeconds: { code: 2, label: '十秒内同时进入' },
  fiveMinutes: { code: 3, label: '五分钟内陆续进入' },
})
