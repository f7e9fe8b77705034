import { Loaded, PageHeader, useCall } from '@kaopei/web'
import type { ReactNode } from 'react'
import { thirdConfig, thirdKind } from '../contract/third-config.ts'
import { ThirdConfigCard } from './third-config.card.tsx'
import './third-config.css'

const kind = thirdKind.dingTalk
const steps = [
  '在钉钉开放平台创建企业内部应用，记下 AppKey、AppSecret 和 AgentId。',
  '在应用的“权限管理”中申请通讯录只读权限。',
  '把上述信息填写到本页并保存；密钥加密存放，保存后不再显示。',
  '登录与通讯录同步开放后，在本页启用并点击“同步通讯录”即可。',
]

/** 钉钉接入: DingTalk alone, with what has to be done there. */
export default function ThirdauthDDPage(): ReactNode {
  const configs = useCall(thirdConfig.getThirdParty, { kind })
  return (
    <>
      <PageHeader title="钉钉接入" description="让员工的钉钉组织与本平台对应起来。" />
      <Loaded of={configs}>
        {({ dataList }) => (
          <div className="kp-third-list">
            <ThirdConfigCard kind={kind} config={dataList[0]} />
            <section className="kp-card kp-third" aria-label="接入步骤">
              <header>
                <h2>接入步骤</h2>
              </header>
              <ol style={{ margin: 0, paddingInlineStart: 20 }}>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </section>
          </div>
        )}
      </Loaded>
    </>
  )
}
