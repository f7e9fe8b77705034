import { Loaded, PageHeader, useCall } from '@kaopei/web'
import type { ReactNode } from 'react'
import { thirdConfig, thirdKind } from '../contract/third-config.ts'
import { ThirdConfigCard } from './third-config.card.tsx'
import './third-config.css'

/** 平台接入: all chat platforms at a glance. */
export default function ThirdauthIndexPage(): ReactNode {
  const configs = useCall(thirdConfig.getThirdParty, {})
  return (
    <>
      <PageHeader
        title="平台接入"
        description="接入企业正在使用的沟通平台。登录与通讯录同步尚未开放，可以先完成配置，暂不能启用。"
      />
      <Loaded of={configs}>
        {({ dataList }) => (
          <div className="kp-third-list">
            {thirdKind.options.map(({ value }) => (
              <ThirdConfigCard key={value} kind={value} config={dataList.find(({ kind }) => kind === value)} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}
