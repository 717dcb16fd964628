/** An ordinary NestJS module: one service, an HTTP controller, and DTOs that both take. */
import { Body, Controller, Get, Injectable, Module, Post } from '@nestjs/common';
import { Prices } from './shared/base';
import { Address, OrderRequest } from './shared/dto';
import { OrderService } from './shared/service';

@Injectable()
export class ShopService extends OrderService {
  constructor(prices: Prices) {
    super(prices);
  }
}

@Controller('orders')
export class OrdersController {
  constructor(private readonly shop: ShopService) {}

  /** Tells what ValidationPipe made of the body. */
  @Post()
  look(@Body() order: OrderRequest): object {
    return { isOrder: order instanceof OrderRequest, isAddress: order.address instanceof Address, due: typeof order.due, order };
  }

  @Get('entries')
  entries(): number {
    return this.shop.countEntries();
  }
}

@Module({ controllers: [OrdersController], providers: [{ provide: Prices, useValue: new Prices() }, ShopService] })
export class OrdersModule {}
