import { openNodeService } from '../../service/runtime/node/node-service.ts';
import { describeContract } from './suite.ts';

const ownerToken = 'owner-of-the-test';

describeContract('the service in Node', async () => {
  const service = await openNodeService({ file: ':memory:', ownerToken });
  return {
    close: () => service.close(),
    fetch: (request) => {
      if (!request.headers.has('authorization')) {
        request.headers.set('authorization', `Bearer ${ownerToken}`);
      }
      return service.fetch(request);
    },
  };
});
