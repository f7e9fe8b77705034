import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const questionnaireLogWords: LogWords = {
  information: '说明',
  admissionStartTime: '开始时间',
  admissionEndTime: '结束时间',
  isAnonymous: '匿名',
  audienceMode: '答卷方式',
  isChangeable: '提交后可修改',
  instructorId: '讲师（讲师库）',
  elementCount: '题目数',
  copyOf: '复制自',
  removedCount: '移除的数量',
  unopenedCount: '打不开的答卷',
  isCoded: '以编码导出',
  isFiltered: '只含筛选出的',
  answered: '是否作答',
  startDate: '开始日期',
  audienceDepartmentIds: '部门',
  audienceGroupIds: '用户组',
  isForTasks: '供任务使用',
}
