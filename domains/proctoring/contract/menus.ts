import { type Menu, menu } from '@kaopei/contract'
import { hallMenu } from '@kaopei/exam/contract/menus'

export const examinationHall = menu(
  { name: hallMenu, title: '监考大厅', path: '/application/ote/examinationHall', parent: 'ote', icon: 'hall', sort: 37 },
  {
    tell: '发送消息与警告',
    pause: '暂停与恢复考试',
    extend: '为考生加时',
    force: '强制交卷与重新开放',
    incident: '突发事件停表',
    move: '换考场与座位',
    endExam: '提前结束考试',
    live: '查看实时画面',
    trial: '设备测试的导出与提醒',
    rehearse: '虚拟考生演练',
  },
)

/** 防作弊审核; the path is the specification's. */
export const markCheating = menu(
  { name: 'markCheating', title: '防作弊审核', path: '/application/ote/markCheating', parent: 'ote', icon: 'safety', sort: 38 },
  {
    look: '查看录像与照片',
    replay: '查看作答回放',
    mark: '标记与取消标记',
    judge: '处理异常、提出与确认裁定',
    appeal: '裁决申诉',
    rules: '设置裁定规则',
    keep: '设置监考数据保存期限',
    compare: '比对答卷与会话',
    pack: '导出证据包',
    check: '查看记录核对结果',
  },
)

export const proctoringMenus: readonly Menu[] = [examinationHall, markCheating]
