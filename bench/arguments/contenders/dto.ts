/** The DTO classes, with all of class-validator's and class-transformer's marks: toolmark and bare class-validator get the same ones. */
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';

type Plan = 'free' | 'team' | 'enterprise';

export class Flat {
  @IsString() @Length(1, 80) name!: string;
  @IsString() @Matches(/^[A-Z]{3}-\d{4}$/) code!: string;
  @IsInt() @Min(18) @Max(120) age!: number;
  @IsBoolean() subscribed!: boolean;
  @IsIn(['free', 'team', 'enterprise']) plan!: Plan;
  @IsOptional() @IsString() @MaxLength(200) note?: string;
}

export class Email {
  @IsEmail() email!: string;
  @IsString() @Length(1, 80) name!: string;
  @IsInt() @Min(18) @Max(120) age!: number;
  @IsBoolean() subscribed!: boolean;
  @IsIn(['free', 'team', 'enterprise']) plan!: Plan;
  @IsOptional() @IsString() @MaxLength(200) note?: string;
}

export class Address {
  @IsString() @Length(1, 120) street!: string;
  @IsString() @Length(1, 80) city!: string;
  @IsString() @Matches(/^\d{5}$/) postcode!: string;
  @IsString() @Length(2, 2) country!: string;
}

export class Customer {
  @IsString() @Length(1, 80) name!: string;
  @IsString() @Matches(/^\+\d{6,15}$/) phone!: string;
  @IsDefined() @ValidateNested() @Type(() => Address) address!: Address;
}

export class Line {
  @IsString() @Matches(/^[A-Z]{2}-\d{5}$/) sku!: string;
  @IsInt() @Min(1) @Max(999) quantity!: number;
  @IsNumber() @Min(0) price!: number;
}

export class Order {
  @IsString() @Matches(/^ord-\d{8}$/) id!: string;
  @IsDefined() @ValidateNested() @Type(() => Customer) customer!: Customer;
  @IsIn(['EUR', 'USD', 'GBP']) currency!: 'EUR' | 'USD' | 'GBP';
  @IsOptional() @IsDate() @Type(() => Date) placed?: Date;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(100) @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}

export class Item {
  @IsInt() @Min(1) id!: number;
  @IsString() @Length(1, 40) name!: string;
  @IsNumber() @Min(0) price!: number;
  @IsBoolean() active!: boolean;
}

export class Items {
  @IsArray() @ArrayMaxSize(10_000) @ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
}
