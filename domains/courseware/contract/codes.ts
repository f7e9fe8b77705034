import { codes } from '@kaopei/contract'

export const coursewareType = codes({
  document: { code: 1, label: '文档' },
  video: { code: 2, label: '视频' },
  audio: { code: 3, label: '音频' },
  image: { code: 4, label: '图片' },
  microCourse: { code: 5, label: '微课' },
  package: { code: 6, label: '标准课件' },
})

/** Pictures and micro-courses stay 0 and can be used as they are. */
export const transStatus = codes({
  none: { code: 0, label: '未转码', tone: 'neutral' },
  running: { code: 1, label: '转码中', tone: 'info' },
  done: { code: 2, label: '转码成功', tone: 'success' },
  failed: { code: 3, label: '转码失败', tone: 'danger' },
})

export const creditRole = codes({
  contributor: { code: 1, label: '贡献人' },
  author: { code: 2, label: '作者' },
  teacher: { code: 3, label: '主讲' },
  assistTeacher: { code: 4, label: '助教' },
})
