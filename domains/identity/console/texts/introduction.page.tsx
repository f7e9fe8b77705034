import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import '../session.css'

const parts = [
  {
    title: '题库与试题',
    text: '单选、多选、判断、填空、下拉、问答等题型，按分类、知识点和难度管理；每次修改都保留版本，已经使用的试卷不受影响。',
  },
  { title: '组卷与考试', text: '固定组卷与随机抽题，题目与选项乱序，逐人延时，防切屏与全屏。发布前自动检查，避免考试当天出错。' },
  { title: '从容作答', text: '自动保存并附回执；断网时作答留在本机，恢复后继续提交；换一台设备也能接着考。' },
  { title: '阅卷', text: '客观题自动评分，主观题按题或按卷评阅；支持匿名、评分要点和快捷键，进度实时可见。' },
  { title: '统计分析', text: '成绩分布、及格线、题目难度与区分度；可按部门查看，可导出明细。' },
  { title: '组织与权限', text: '部门、岗位、用户组与角色，按钮权限和数据权限分开设置，关键操作留痕。' },
] as const

/** What the product is; one page for every width. */
export default function IntroductionPage(): ReactNode {
  const navigate = useNavigate()
  return (
    <div className="kp-text">
      <header>
        <strong>考培</strong>
        <Button type="primary" onClick={() => void navigate('/login')}>
          立即登录
        </Button>
      </header>
      <main>
        <h1>在线考试与培训管理平台</h1>
        <p>为企业的考试、培训与评价而做：出题、组卷、考试、阅卷、分析，都在一处完成。</p>
        <div className="kp-choices">
          {parts.map(({ title, text }) => (
            <section key={title}>
              <h2 style={{ marginTop: 8 }}>{title}</h2>
              <p>{text}</p>
            </section>
          ))}
        </div>
      </main>
    </div>
  )
}
